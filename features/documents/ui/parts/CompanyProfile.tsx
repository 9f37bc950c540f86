import { useState } from 'react'
import type * as z from 'zod/mini'
import { readActivity } from '#features/audit/activity-contract.ts'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import {
  changeSettings,
  companyFieldsOf,
  type CompanyPatch,
  companyPatch,
  readSettings,
  type Settings,
} from '#features/settings/contract.ts'
import { isCompanyComplete } from '#features/settings/rules.ts'
import { CompanyFields } from '#features/settings/ui/parts/CompanyFields.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { PageForm } from '#platform/ui/form/PageForm.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { readMail } from '../../contract.ts'
import { CompanyLogoUpload } from '../CompanyLogoUpload.tsx'
import { CompanyPagePreview } from '../CompanyPagePreview.tsx'
import { DocumentTexts } from '../DocumentTexts.tsx'

/** The company as its documents show it: names, addresses, payment details, logo and style. */
export function CompanyProfile() {
  const read = useRead(readSettings)
  return (
    <Loaded
      read={read}
      skeleton={<Skeleton className="h-96" />}
      title="The company profile could not be loaded"
    >
      {(settings) => <Profile settings={settings} />}
    </Loaded>
  )
}

type CompanyForm = z.input<typeof companyPatch>
const toWire = (form: CompanyForm): CompanyPatch => form

function Profile({ settings }: { settings: Settings }) {
  const may = useMay()
  const mayEdit = may('settings.manage')
  const write = useWrite(changeSettings, {
    refreshes: [readSettings, readMail, readActivity],
    success: 'Company profile updated successfully',
    failure: 'Failed to update the company profile',
  })
  // What the form was filled with. What others changed meanwhile differs from it, and stays.
  const [base, setBase] = useState(() => companyFieldsOf(settings))
  const save = async (body: CompanyPatch, idempotencyKey: string) => {
    const names = Object.keys(body) as (keyof CompanyPatch)[]
    const changed = names.filter((name) => body[name] !== base[name])
    const patch = Object.fromEntries(changed.map((name) => [name, body[name]])) as CompanyPatch
    await write.run({ body: patch, idempotencyKey })
    setBase({ ...base, ...body })
  }
  return (
    <div className="grid gap-4">
      {!isCompanyComplete(settings) && (
        <Alert tone="warning" title="The company profile is incomplete">
          Documents need a company name, an office address, a phone number or email, and a way to
          pay. No document is emailed without name and address.
        </Alert>
      )}
      <CompanyLogoUpload settings={settings} isReadOnly={!mayEdit} />
      <PageForm
        label="Company profile"
        schema={companyPatch}
        values={base}
        toWire={toWire}
        submitLabel="Save profile"
        isReadOnly={!mayEdit}
        onSave={(body, { idempotencyKey }) => save(body, idempotencyKey)}
      >
        <CompanyFields />
        {mayEdit && may('receivables.read') && <CompanyPagePreview settings={settings} />}
      </PageForm>
      <DocumentTexts settings={settings} isReadOnly={!mayEdit} />
    </div>
  )
}
