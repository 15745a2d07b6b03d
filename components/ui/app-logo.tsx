type AppLogoProps = { clientId: string; name: string; hasLogo: boolean; className?: string };

/** An app's logo, or the first letter of its name. Hidden from screen readers, because the name is beside it. */
export function AppLogo({ clientId, name, hasLogo, className = 'size-10' }: AppLogoProps) {
  const tile = `shrink-0 overflow-hidden rounded-[8px] bg-sunken ${className}`;
  return hasLogo ? (
    <img
      src={`/apps/${clientId}/logo.png`}
      alt=""
      width={64}
      height={64}
      className={`${tile} object-contain`}
    />
  ) : (
    <span
      aria-hidden="true"
      className={`${tile} grid place-items-center border border-hairline font-semibold text-muted`}
    >
      {[...name][0]?.toLocaleUpperCase('en')}
    </span>
  );
}
