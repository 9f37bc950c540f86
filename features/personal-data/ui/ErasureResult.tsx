import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import type { Erasure } from '../contract.ts'
import { erasedFieldNames } from '../labels.ts'

type ErasureResultProps = { code: string; erased: Erasure; onClose: () => void }

/** What was erased, and what remains and why. */
export function ErasureResult({ code, erased, onClose }: ErasureResultProps) {
  const { pseudonym, fields, remaining } = erased
  const names = fields.map((field) => erasedFieldNames[field] ?? field)
  return (
    <Dialog
      title={`The personal data of ${code} was erased`}
      description={`The name is now ${pseudonym}.`}
      size="small"
      onClose={onClose}
    >
      <DialogBody label="Result of the erasure">
        <div className="grid gap-4">
          <section aria-labelledby="erased-fields">
            <h3 id="erased-fields" className="text-label mb-1">
              Erased
            </h3>
            <ul className="text-table list-disc pl-5">
              {names.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </section>
          <section aria-labelledby="remaining-data">
            <h3 id="remaining-data" className="text-label mb-1">
              What remains, and why
            </h3>
            <ul className="text-table list-disc pl-5">
              {remaining.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
