// Empty, so that the enclosing project's file isn't used.
export default { plugins: {} };
