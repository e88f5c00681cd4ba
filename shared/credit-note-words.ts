/** What an operator does about the invoice of an order that was refunded. */
export const creditNoteText = (invoiceId: string): string =>
  `The invoice ${invoiceId} stays as it is: issue a credit note in Stripe's dashboard, and name this refund.`;
