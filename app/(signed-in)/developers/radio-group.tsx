type RadioGroupProps = {
  legend: string;
  name: string;
  options: { value: string; label: string; hint: string }[];
  chosen?: string;
};

export function RadioGroup({ legend, name, options, chosen }: RadioGroupProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 text-small font-medium">{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === chosen}
            className="mt-0.5 size-5 shrink-0 accent-ink"
          />
          <span>
            {label}
            <span className="block text-small text-muted">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
