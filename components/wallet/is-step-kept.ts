/** In the page's address while the dialog of wallets is open and somebody has left for a wallet's app. */
export const keptStepParameter = 'connect';

export function isStepKept(): boolean {
  return location.search.includes(`${keptStepParameter}=`);
}
