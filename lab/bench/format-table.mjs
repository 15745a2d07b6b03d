export function formatTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => String(cell)[column === 0 ? 'padEnd' : 'padStart'](widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
