import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { readActivity } from '#features/audit/contract.ts'
import {
  changeSettings,
  documentTexts,
  readSettings,
  type Settings,
} from '#features/settings/contract.ts'
import { documentFields, type DocumentTexts, textNames } from '#features/settings/document-texts.ts'
import { fieldsHint } from '#features/settings/text-placeholders.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { type DocumentName, documentKinds, readDocumentTextSample } from '../contract.ts'
import { DocumentTextPreview } from './parts/DocumentTextPreview.tsx'

type Texts = Record<string, string>
const toWire = (texts: Texts) => texts

type DocumentTextsFormProps = {
  name: DocumentName
  title: string
  settings: Settings
  onClose: () => void
}

/** The texts of one kind of document, with a preview on a real record while they are typed. */
export function DocumentTextsForm({ name, title, settings, onClose }: DocumentTextsFormProps) {
  const { above, below } = textNames[name]
  const write = useWrite(changeSettings, {
    refreshes: [readSettings, readActivity],
    success: 'Texts updated successfully',
    failure: 'Failed to update the texts',
  })
  const before: Texts = { [above]: settings[above], [below]: settings[below] }
  const changed = (texts: Texts) => {
    const entries = Object.entries(texts).filter(([text, value]) => value !== before[text])
    return Object.fromEntries(entries) as Partial<DocumentTexts>
  }
  return (
    <FormDialog
      title={title}
      description={`Printed on every ${documentKinds[name].name}`}
      schema={z.object({
        [above]: documentTexts.shape[above],
        [below]: documentTexts.shape[below],
      })}
      values={before}
      toWire={toWire}
      submitLabel="Save texts"
      onClose={onClose}
      onSave={(texts, { idempotencyKey }) => write.run({ body: changed(texts), idempotencyKey })}
    >
      <div className="grid gap-4">
        <TextAreaField
          name={above}
          label="Text above the lines"
          hint={fieldsHint(documentFields[name])}
          rows={4}
        />
        <TextAreaField name={below} label="Text below the lines" rows={4} />
        <Preview name={name} />
      </div>
    </FormDialog>
  )
}

/** Both texts, filled in from the latest record, or from earlier ones. */
function Preview({ name }: { name: DocumentName }) {
  const [before, setBefore] = useState<number>()
  const read = useRead(readDocumentTextSample, { query: { name, before } })
  const names = [textNames[name].above, textNames[name].below]
  const [above = '', below = ''] = useWatch<Texts>({ name: names }) as string[]
  const fields = documentFields[name]
  return (
    <Loaded read={read} skeleton={<Skeleton className="h-24" />}>
      {({ recordId, title, values }) => (
        <div className="grid gap-3 rounded-control border border-line p-3">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="text-label flex-1">{`Preview${title && ` with ${title}`}`}</h3>
            {recordId !== null && (
              <Button size="small" onClick={() => setBefore(recordId)}>
                Earlier record
              </Button>
            )}
            {before !== undefined && (
              <Button size="small" onClick={() => setBefore(undefined)}>
                Latest record
              </Button>
            )}
          </div>
          {recordId === null && <p className="text-table text-muted">No record to fill in.</p>}
          <DocumentTextPreview
            label="Above the lines"
            text={above}
            fields={fields}
            values={values}
          />
          <DocumentTextPreview
            label="Below the lines"
            text={below}
            fields={fields}
            values={values}
          />
        </div>
      )}
    </Loaded>
  )
}
