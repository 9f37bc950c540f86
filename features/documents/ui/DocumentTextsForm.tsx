import * as z from 'zod/mini'
import { readActivity } from '#features/audit/activity-contract.ts'
import {
  changeSettings,
  documentTexts,
  readSettings,
  type Settings,
} from '#features/settings/contract.ts'
import type { DocumentTexts } from '#features/settings/document-texts.ts'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { type DocumentName, documentKinds } from '../contract.ts'
import { DocumentTextFields } from './DocumentTextFields.tsx'
import { DocumentTextsPreview } from './DocumentTextsPreview.tsx'
import { textsOfDocument } from './texts-of-document.ts'

type Texts = Record<string, string>
const toWire = (texts: Texts) => texts

type DocumentTextsFormProps = {
  name: DocumentName
  title: string
  settings: Settings
  onClose: () => void
}

/** The texts of one kind of document. The page of a real record shows them while they are typed. */
export function DocumentTextsForm({ name, title, settings, onClose }: DocumentTextsFormProps) {
  const names = textsOfDocument(name)
  const write = useWrite(changeSettings, {
    refreshes: [readSettings, readActivity],
    success: 'Texts updated successfully',
    failure: 'Failed to update the texts',
  })
  const before: Texts = Object.fromEntries(names.map((text) => [text, settings[text]]))
  const changed = (texts: Texts) => {
    const entries = Object.entries(texts).filter(([text, value]) => value !== before[text])
    return Object.fromEntries(entries) as Partial<DocumentTexts>
  }
  return (
    <FormDialog
      title={title}
      description={`On every ${documentKinds[name].name}`}
      schema={schemaOf(names)}
      values={before}
      toWire={toWire}
      size="wide"
      submitLabel="Save texts"
      onClose={onClose}
      onSave={(texts, { idempotencyKey }) => write.run({ body: changed(texts), idempotencyKey })}
    >
      <div className={columns}>
        <DocumentTextFields name={name} />
        <DocumentTextsPreview name={name} settings={settings} />
      </div>
    </FormDialog>
  )
}

/** The page is below the form on a phone, and wider than it where it is beside it. */
const columns =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]'

const schemaOf = (names: readonly (keyof DocumentTexts)[]) =>
  z.object(Object.fromEntries(names.map((text) => [text, documentTexts.shape[text]])))
