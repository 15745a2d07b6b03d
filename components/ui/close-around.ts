import { createContext } from 'react';

/** Closes the dialog or the setting around a form. */
export const CloseAround = createContext<() => void>(() => undefined);
