import { CorrectAddress } from './CorrectAddress.tsx';
import type { OrderState } from './use-order.ts';

interface AddressOfProps {
  orderId: string;
  state: OrderState;
  onCorrected: () => void;
}

/** The form for correcting an order's address, if the viewer is its buyer and may still correct it. */
export function AddressOf({ orderId, state, onCorrected }: AddressOfProps) {
  if (state.kind !== 'known' || !state.order.mayCorrectAddress || state.order.email === null) return null;
  return <CorrectAddress orderId={orderId} email={state.order.email} onCorrected={onCorrected} />;
}
