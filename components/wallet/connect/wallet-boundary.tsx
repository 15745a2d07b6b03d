import { Component, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Problem } from '@/components/ui/problem';
import { walletErrors } from '@/lib/errors/wallet';
import { toProblem } from '@/lib/problem';

/** Catches what foreign wallet code throws while the island renders, says so, and offers to start it anew. */
export class WalletBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div className="flex flex-col items-start gap-3">
        <Problem problem={toProblem('wallet.broke_page', walletErrors['wallet.broke_page'])} />
        <Button onClick={() => this.setState({ isBroken: false })}>Try again</Button>
      </div>
    );
  }
}
