import { hash } from 'node:crypto'
import type { Changes } from '#features/audit/server/service.ts'
import type { Actor } from '#platform/server/database/db.ts'
import type { DecisionKind } from '../contract.ts'
import { canonicalReceipt, type ReceiptContent } from '../rules.ts'

/** A decision to record. `salesOrderId` is null for a validation and for a refused order. */
export type ReceiptDraft = ReceiptContent & {
  kind: DecisionKind
  salesOrderId: number | null
  user: Actor | undefined
  /** How the request arrived; defaults to the context's channel. */
  channel?: string | undefined
}

/** A receipt with its canonical text and hash, ready to be written. */
export type SealedReceipt = Omit<ReceiptDraft, 'facts' | 'outcome'> & {
  canonical: string
  sha256: Buffer
}

/** A sealed receipt with the id that was allocated for it. */
export type IdentifiedReceipt = SealedReceipt & { id: number }

/** Computes the canonical text of a decision and its hash. */
export function sealReceipt({ facts, outcome, ...draft }: ReceiptDraft): SealedReceipt {
  const canonical = canonicalReceipt({ kind: draft.kind, facts, outcome })
  return { ...draft, canonical, sha256: hashOf(canonical) }
}

/** The SHA-256 of a canonical text, of its UTF-8 bytes. */
export function hashOf(canonical: string): Buffer {
  return hash('sha256', canonical, 'buffer')
}

/** The change in the history of the act that binds the hash of its receipt to it. */
export function decisionChange({ id, sha256 }: Pick<IdentifiedReceipt, 'id' | 'sha256'>): Changes {
  return { decision: { from: null, to: { id, sha256: sha256.toString('hex') } } }
}
