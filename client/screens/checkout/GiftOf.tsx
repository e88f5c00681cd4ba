import { Suspense } from 'react';
import { lateComponent } from '#client/content/late.ts';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import type { Order } from '#shared/api/orders.ts';
import { holdsMoney } from '#shared/holds-money.ts';

const Gift = lateComponent(() => import('./Gift.tsx').then((part) => part.Gift));

interface GiftOfProps {
  orderId: string | null | undefined;
  order: Order | null;
  onChanged: (order: Order) => void;
  /** It may have changed: no answer came. */
  onUnheard: () => void;
}

/** For the buyer of a paid, unopened gift: its card and its delivery. */
export function GiftOf({ orderId, order, onChanged, onUnheard }: GiftOfProps) {
  if (!orderId || !order) return null;
  const { gift, status, withdrawal } = order;
  const isHere = holdsMoney(status);
  if (!gift?.card || gift.openedAt !== null || !isHere || typeof withdrawal?.receivedAt === 'string')
    return null;
  return (
    <Suspense fallback={<LoadingRings label="Fetching the card" />}>
      <Gift orderId={orderId} order={order} card={gift.card} onChanged={onChanged} onUnheard={onUnheard} />
    </Suspense>
  );
}
