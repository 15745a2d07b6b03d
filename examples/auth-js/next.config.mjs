/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  cacheComponents: true,
  // Otherwise Next.js would use the enclosing project as the root.
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
};
