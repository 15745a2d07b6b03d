/**
 * One expected failure. `title` says what happened, `hint` what to do about it; `{wait}` stands for a time like
 * "12 seconds", `{address}` for one that someone typed. `status` is the HTTP status of an answer that carries the code.
 */
export type CatalogueEntry = { status: number; title: string; hint: string };
