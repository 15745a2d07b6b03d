const tile = 'block size-8 shrink-0 rounded-[8px] bg-sunken';

/** A wallet's own icon, only ever as an image; a plain tile where it has none that can be trusted. */
export function WalletIcon({ icon }: { icon: string | null }) {
  return icon ? (
    <img src={icon} alt="" width={32} height={32} className={`${tile} object-contain`} />
  ) : (
    <span aria-hidden="true" className={`${tile} border border-hairline`} />
  );
}
