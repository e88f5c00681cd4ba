import { Suspense } from 'react';
import { lateComponent } from '#client/content/late.ts';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { holdsMoney } from '#shared/holds-money.ts';
import type { OrderState } from './use-order.ts';

const Gift = lateComponent(async () => (await import('./Gift.tsx')).Gift);

interface GiftOfProps {
  orderId: string | null | undefined;
  state: OrderState;
  onChanged: () => void;
}

/** For the buyer of a paid, unopened gift: its card and its delivery. */
export function GiftOf({ orderId, state, onChanged }: GiftOfProps) {
  if (!orderId || state.kind !== 'known') return null;
  const { gift, status, withdrawal } = state.order;
  const isHere = holdsMoney(status);
  if (!gift?.card || gift.openedAt !== null || !isHere || typeof withdrawal?.receivedAt === 'string')
    return null;
  return (
    <Suspense fallback={<LoadingRings label="Fetching the card" />}>
      <Gift orderId={orderId} order={state.order} card={gift.card} onChanged={onChanged} />
    </Suspense>
  );
}
