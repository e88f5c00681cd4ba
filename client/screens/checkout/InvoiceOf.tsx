import { useCallback, useState } from 'react';
import { fetchInvoiceAddress } from '#client/api/invoice.ts';
import { Button } from '#client/ui/Button.tsx';
import { Stack } from '#client/ui/Page.tsx';
import { useBusy } from '#client/ui/use-busy.ts';
import { useDeparture } from '#client/ui/use-departure.ts';
import { facts } from '#facts';
import type { Order } from '#shared/api/orders.ts';

interface InvoiceOfProps {
  /** The checkout session's id. */
  orderId: string;
  order: Order | null;
}

/**
 * The button to an order's invoice, for its buyer. The invoice's URL is secret and expires soon, so it is requested on
 * click.
 */
export function InvoiceOf({ orderId, order }: InvoiceOfProps) {
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState(false);
  useBusy(asking);
  const departFor = useDeparture(useCallback(() => setAsking(false), []));
  if (!order?.invoice) return null;
  const open = () => {
    setAsking(true);
    setFailed(false);
    fetchInvoiceAddress(orderId).then(departFor, () => {
      setAsking(false);
      setFailed(true);
    });
  };
  return (
    <section aria-labelledby="invoice">
      <Stack gap="close">
        <h2 id="invoice">Invoice</h2>
        <p>Made out to whom you named on the payment page. It opens at our payment service.</p>
        <Button variant="quiet" onClick={open} busy={asking} busyLabel="Looking for it">
          Open the invoice
        </Button>
        <p role="status">
          {failed
            ? `The invoice could not be opened just now. Try again, or write to ${facts.email.support}.`
            : null}
        </p>
      </Stack>
    </section>
  );
}
