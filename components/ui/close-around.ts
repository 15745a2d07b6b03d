import { createContext } from 'react';

/** Closes what a form stands in, such as a dialog or a setting. */
export const CloseAround = createContext<() => void>(() => undefined);
