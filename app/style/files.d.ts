declare module '*.pcss' {
  const text: string;
  export default text;
}
