/** Paths for `Lines`. In a separate file, because a page's first scripts contain every path in `icon.tsx`. */
export const rareIcons = {
  download: 'M8 2v8.25M4.75 7.25 8 10.5l3.25-3.25M2.5 13.75h11',
  print:
    'M4.5 6V2.25h7V6M4.5 11.5H3A1.25 1.25 0 0 1 1.75 10.25v-3A1.25 1.25 0 0 1 3 6h10a1.25 1.25 0 0 1 1.25 1.25v3A1.25 1.25 0 0 1 13 11.5h-1.5M4.5 9.75h7v4h-7z',
  link: 'M6.75 9.25a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.25 6.75a2.6 2.6 0 0 0-3.7 0l-2.3 2.3a2.6 2.6 0 0 0 3.7 3.7l.9-.9',
  lock: 'M4 7.25h8a.75.75 0 0 1 .75.75v5a.75.75 0 0 1-.75.75H4a.75.75 0 0 1-.75-.75V8A.75.75 0 0 1 4 7.25zM5.25 7V5a2.75 2.75 0 0 1 5.5 0v2',
  cross: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
};
