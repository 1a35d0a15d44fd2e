/**
 * The checks of `verify` that what is kept of invoices and bills follows from what pays and settles them, and
 * that receivables and payables by age are those of the ledger. They only read.
 */
import { dollars, type SourceCheck } from "../../../books/ledger/index.ts";
import { PAYABLE, RECEIVABLE, type Side, sideOf } from "../rules/sides.ts";
import { verifyStore } from "../store/verify.ts";

function claimsCheck(side: Side): SourceCheck {
  return {
    check: `${side.claims}_equal_ledger`,
    async find(db, companyId) {
      const found = await verifyStore.findClaims(db, companyId, side);
      return (
        found &&
        `${dollars(found.due)} are due of the ${side.item}s on ${found.id}, but their entries come to ${dollars(found.ledger)}`
      );
    },
  };
}

export const SUM_CHECKS: readonly SourceCheck[] = [
  {
    check: "invoices_equal_settlements",
    async find(db, companyId) {
      const found = await verifyStore.findSums(db, companyId);
      if (found === null) return null;
      const { id, paid, credited, moved, payments, settlements, moves } = found;
      return `the ${sideOf(found).item} ${id} says that ${dollars(paid)} are paid, ${dollars(credited)} credited and ${dollars(moved)} moved, but its payments come to ${dollars(payments)}, its settlements to ${dollars(settlements)} and its moves to ${dollars(moves)}`;
    },
  },
  claimsCheck(RECEIVABLE),
  claimsCheck(PAYABLE),
];
