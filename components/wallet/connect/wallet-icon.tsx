import { Identicon } from '@/components/proofs/identicon';

const tile = 'grid size-8 shrink-0 place-items-center rounded-[8px] bg-sunken';

/** A wallet's icon, rendered only as an image. A generic outline without a trusted icon. */
export function WalletIcon({ icon }: { icon: string | null }) {
  return icon ? (
    <img src={icon} alt="" width={32} height={32} className={`${tile} object-contain`} />
  ) : (
    <span aria-hidden="true" className={`${tile} border border-hairline`}>
      <span className="flex h-3.5 w-4.5 items-center justify-end rounded-[3px] border border-edge after:h-1.5 after:w-2 after:border-y after:border-l after:border-edge" />
    </span>
  );
}

/** Like `WalletIcon`, but with an identicon as the fallback. `icon` is a `data:` URL or an index into `SharedIcons`. */
export function AddressIcon({ icon, address }: { icon: string | number | null; address: string }) {
  if (typeof icon === 'number')
    return (
      <svg aria-hidden="true" width={32} height={32} className={`${tile} overflow-hidden`}>
        <use href={`#${nameIcon(icon)}`} />
      </svg>
    );
  return icon ? <WalletIcon icon={icon} /> : <Identicon address={address} />;
}

/** Defines a list's icons, which are checked `data:` URLs, once per page. Images can't run code. */
export function SharedIcons({ icons }: { icons: string[] }) {
  return (
    <svg aria-hidden="true" width={0} height={0} className="absolute">
      {icons.map((icon, index) => (
        <symbol key={icon} id={nameIcon(index)} viewBox="0 0 32 32">
          <image href={icon} width={32} height={32} />
        </symbol>
      ))}
    </svg>
  );
}

function nameIcon(index: number): string {
  return `wallet-icon-${index}`;
}
