/** The longest name of whoever withdraws from a purchase, in characters. */
export const longestWithdrawalName = 200;
