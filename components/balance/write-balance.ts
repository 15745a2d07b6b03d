const lamportsPerSol = 1_000_000_000n;
const fractionDigits = 9;

/** Formats lamports as SOL with every digit, like `1,234.5`. Formats whole and fraction apart, because numbers would lose digits. */
export function writeSol(lamports: bigint, locale?: string): string {
  const whole = new Intl.NumberFormat(locale).format(lamports / lamportsPerSol);
  const digits = String(lamports % lamportsPerSol)
    .padStart(fractionDigits, '0')
    .replace(/0+$/, '');
  if (!digits) return whole;
  const fraction = new Intl.NumberFormat(locale, { useGrouping: false, minimumIntegerDigits: digits.length });
  return whole + readDecimalSign(locale) + fraction.format(Number(digits));
}

function readDecimalSign(locale: string | undefined): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** Formats a time in the reader's locale, like `12:04`, with the day unless it is today. */
export function writeMoment(at: number, now: number, locale?: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(locale, { ...day, hour: 'numeric', minute: '2-digit' }).format(at);
}
