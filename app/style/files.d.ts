/** The rules as one text, made by Tailwind. */
declare module '*.pcss' {
  const text: string;
  export default text;
}
