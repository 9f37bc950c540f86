import type * as z from 'zod/mini'
import { ActivityTab } from '#features/audit/ui/parts/ActivityTab.tsx'
import { readActivity } from '#features/audit/contract.ts'
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
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead, useWrite } from '#platform/web/api.ts'
import { readMail } from '../contract.ts'
import { CompanyLogo } from './CompanyLogo.tsx'
import { DocumentTexts } from './DocumentTexts.tsx'

/** The company as its documents show it: names, addresses, payment details, logo and style. */
export function CompanyProfilePage() {
  const read = useRead(readSettings)
  return (
    <>
      <PageHeader title="Company Profile" subtitle="How documents show your company" />
      <PageContent>
        <Loaded
          read={read}
          skeleton={<Skeleton className="h-96" />}
          title="The company profile could not be loaded"
        >
          {(settings) => <Profile settings={settings} />}
        </Loaded>
      </PageContent>
    </>
  )
}

type CompanyForm = z.input<typeof companyPatch>
const toWire = (form: CompanyForm): CompanyPatch => form

function Profile({ settings }: { settings: Settings }) {
  const mayEdit = useMay()('settings.manage')
  const write = useWrite(changeSettings, {
    refreshes: [readSettings, readMail, readActivity],
    success: 'Company profile updated successfully',
    failure: 'Failed to update the company profile',
  })
  // Only what changed, so that what others changed meanwhile stays.
  const save = (body: CompanyPatch) => {
    const before = companyFieldsOf(settings)
    const names = Object.keys(body) as (keyof CompanyPatch)[]
    const changed = names.filter((name) => body[name] !== before[name])
    return Object.fromEntries(changed.map((name) => [name, body[name]])) as CompanyPatch
  }
  return (
    <div className="grid max-w-5xl gap-4">
      {!isCompanyComplete(settings) && (
        <Alert tone="warning" title="The company profile is incomplete">
          Documents need a company name, an office address, a phone number or email, and a way to
          pay. No document is emailed without name and address.
        </Alert>
      )}
      <CompanyLogo settings={settings} isReadOnly={!mayEdit} />
      <PageForm
        label="Company profile"
        schema={companyPatch}
        values={companyFieldsOf(settings)}
        toWire={toWire}
        submitLabel="Save profile"
        isReadOnly={!mayEdit}
        onSave={(body, { idempotencyKey }) => write.run({ body: save(body), idempotencyKey })}
      >
        <CompanyFields />
      </PageForm>
      <DocumentTexts settings={settings} isReadOnly={!mayEdit} />
      {mayEdit && (
        <section aria-labelledby="profile-history" className="card p-4">
          <h2 id="profile-history" className="text-card mb-3">
            History
          </h2>
          <ActivityTab entity="setting" id={1} />
        </section>
      )}
    </div>
  )
}
