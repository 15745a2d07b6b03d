/** What link previews are cut to, in pixels. */
export const pictureSize = { width: 1200, height: 630 };
