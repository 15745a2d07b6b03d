/** The colors of made-up teams: dark, bright, near the product's own, gray and extreme. */
export const teamColors = '#4a2c16 #ffd400 #1d4fb8 #ff0000 #00a86b #808080 #784ba5 #000000 #ffffff'.split(
  ' ',
);
