import { createContext } from 'react';

export const CloseAround = createContext<() => void>(() => undefined);
