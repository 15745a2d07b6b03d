/** Ink and its companions. No green, which means "proven", and no red, which means danger. */
const colours = ['text-ink', 'text-link', 'text-warning', 'text-muted'];

/** The shapes of a field, as paths from its upper left corner: nothing, a square, a disc, quarters. */
const shapes = [
  '',
  'h2v2h-2z',
  'm0 1a1 1 0 1 0 2 0a1 1 0 1 0-2 0z',
  'h2a2 2 0 0 1-2 2z',
  'm0 2h2a2 2 0 0 0-2-2z',
];
const mirrored = [shapes[0], shapes[1], shapes[2], 'm2 0h-2a2 2 0 0 0 2 2z', 'm2 2h-2a2 2 0 0 1 2-2z'];

/**
 * A picture of an address, the same wherever it is drawn: people tell by it two wallets apart that have no icon. It proves
 * nothing, because someone can look for an address that is drawn like another, and says nothing to screen readers, for which
 * the address stands beside it.
 */
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

/** Four rows of four fields of 2 × 2, the right half a mirror of the left one. */
export function drawAddress(address: string): { colour: string; path: string } {
  const draw = drawNumbers(address);
  const colour = colours[draw(colours.length)] ?? '';
  let path = '';
  for (let field = 0; field < 8; field += 1) {
    const x = (field % 2) * 2;
    const y = Math.floor(field / 2) * 2;
    // The field in the middle of the top is never empty, so that no picture is.
    const shape = field === 1 ? 1 + draw(shapes.length - 1) : draw(shapes.length);
    if (shape > 0) path += `M${x} ${y}${shapes[shape]}M${6 - x} ${y}${mirrored[shape]}`;
  }
  return { colour, path };
}

/** Numbers below a limit that follow from a text alone: xorshift, begun with the text's FNV-1a hash. */
function drawNumbers(text: string): (below: number) => number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
  // Xorshift stays at 0 once it is there.
  state ||= 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
