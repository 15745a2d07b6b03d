// None. Without this file the one of the project around it would count.
export default { plugins: {} };
