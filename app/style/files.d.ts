declare module '*.md' {
  const document: { title: string; html: string };
  export default document;
}
declare module '*.pcss' {
  const text: string;
  export default text;
}
