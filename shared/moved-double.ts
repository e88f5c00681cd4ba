/** Of two orders for the same the one that may go back, and the one that stays, by their checkout sessions. */
export interface DoublePayment {
  double: string;
  stays: string;
}

/** What moving one of two such orders does, before an operator confirms it. */
export const movedDoubleText = ({ double, stays }: DoublePayment): string =>
  `${double} is paid twice, with ${stays}. That question ends without an answer when one of them moves to another buyer: give ${double} back first.`;
