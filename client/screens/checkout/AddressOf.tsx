import { CorrectAddress } from './CorrectAddress.tsx';
import type { OrderState } from './use-order.ts';

interface AddressOfProps {
  orderId: string;
  state: OrderState;
  onCorrected: () => void;
}

/** The form for correcting an order's address, if the viewer is its buyer and may still correct it. */
export function AddressOf({ orderId, state, onCorrected }: AddressOfProps) {
  const order = state.kind === 'known' && state.order.mayCorrectAddress ? state.order : null;
  return (
    <CorrectAddress key={orderId} orderId={orderId} email={order?.email ?? null} onCorrected={onCorrected} />
  );
}
