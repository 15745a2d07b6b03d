/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  cacheComponents: true,
  // It lives inside another project here. Without this Next.js takes that one for the root.
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
};
