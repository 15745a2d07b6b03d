/** The rules as text, compiled by Tailwind. */
declare module '*.pcss' {
  const text: string;
  export default text;
}
