/** Never green, which means "proven", or red, which means danger. */
const colours = ['text-ink', 'text-blue', 'text-warning', 'text-muted'];

/** Shapes of a cell, as paths from its upper left corner: empty, square, disc, two quarter discs. */
const shapes = [
  '',
  'h2v2h-2z',
  'm0 1a1 1 0 1 0 2 0a1 1 0 1 0-2 0z',
  'h2a2 2 0 0 1-2 2z',
  'm0 2h2a2 2 0 0 0-2-2z',
];
const mirrored = [shapes[0], shapes[1], shapes[2], 'm2 0h-2a2 2 0 0 0 2 2z', 'm2 2h-2a2 2 0 0 1 2-2z'];

/** Helps tell wallets apart, but proves nothing: an attacker can search for an address with the same picture. Decorative. */
export function Identicon({ address, className = 'size-8' }: { address: string; className?: string }) {
  const { colour, path } = drawAddress(address);
  return (
    <svg
      aria-hidden="true"
      viewBox="-1.5 -1.5 11 11"
      className={`shrink-0 rounded-[8px] bg-sunken ${colour} ${className}`}
    >
      <path fill="currentColor" d={path} />
    </svg>
  );
}

/** Draws a 4 × 4 grid of cells, each 2 × 2 units. The right half mirrors the left. */
export function drawAddress(address: string): { colour: string; path: string } {
  const draw = drawNumbers(address);
  const colour = colours[draw(colours.length)] ?? '';
  let path = '';
  for (let field = 0; field < 8; field += 1) {
    const x = (field % 2) * 2;
    const y = Math.floor(field / 2) * 2;
    // The top middle cell is never empty, so no picture is blank.
    const shape = field === 1 ? 1 + draw(shapes.length - 1) : draw(shapes.length);
    if (shape > 0) path += `M${x} ${y}${shapes[shape]}M${6 - x} ${y}${mirrored[shape]}`;
  }
  return { colour, path };
}

/** Returns a generator of pseudorandom numbers seeded by a text: xorshift with the text's FNV-1a hash. */
function drawNumbers(text: string): (below: number) => number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
  // Xorshift never leaves state 0.
  state ||= 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
