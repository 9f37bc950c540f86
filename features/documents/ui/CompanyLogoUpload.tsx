import { useRef, useState } from 'react'
import { readActivity } from '#features/audit/activity-contract.ts'
import { readSettings, type Settings } from '#features/settings/contract.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { FileDrop } from '#platform/ui/import/FileStep.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { deleteLogo, maxLogoBytes, saveLogo } from '../contract.ts'
import { logoAddress } from './logo-url.ts'

const picture = {
  name: 'a logo',
  accept: '.png,.jpg,.jpeg,.svg,image/png,image/jpeg,image/svg+xml',
  hint: 'PNG, JPEG or SVG, up to 1 MB.',
}
const refreshes = [readSettings, readActivity]

type CompanyLogoUploadProps = { settings: Settings; isReadOnly: boolean }

/** The logo as documents show it, and how to replace or remove it. */
export function CompanyLogoUpload({ settings, isReadOnly }: CompanyLogoUploadProps) {
  const { companyLogo, companyName } = settings
  const [problem, setProblem] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const failure = 'Failed to save the logo'
  const upload = useWrite(saveLogo, { refreshes, success: 'Logo saved successfully', failure })
  const removal = useWrite(deleteLogo, {
    refreshes,
    success: 'Logo removed successfully',
    failure: 'Failed to remove the logo',
  })
  const save = async (file: File) => {
    const isTooLarge = file.size > maxLogoBytes
    setProblem(isTooLarge ? 'The file is larger than 1 MB. Choose a smaller one.' : undefined)
    if (!isTooLarge) await upload.isDone({ body: { data: await base64Of(file) } })
  }
  const remove = async () => {
    // The pressed button disappears.
    if (await removal.isDone({})) heading.current?.focus()
  }
  return (
    <section aria-labelledby="company-logo" className="card grid gap-4 p-4">
      <h2 id="company-logo" ref={heading} tabIndex={-1} className="text-card">
        Logo
      </h2>
      {problem && <Alert>{problem}</Alert>}
      {companyLogo === '' ? (
        isReadOnly && <p className="text-muted">No logo yet.</p>
      ) : (
        <div className="flex flex-wrap items-center gap-4">
          <img
            src={logoAddress(companyLogo)}
            alt={`Logo of ${companyName || 'the company'}`}
            className="max-h-20 max-w-full rounded-control border border-line bg-white p-2"
          />
          {!isReadOnly && <Button onClick={() => void remove()}>Remove logo</Button>}
        </div>
      )}
      {!isReadOnly && <FileDrop kind={picture} onFile={(file) => void save(file)} />}
    </section>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // In parts, because a function takes a limited number of arguments.
  const part = 8192
  const texts = Array.from({ length: Math.ceil(bytes.length / part) }, (_, index) =>
    String.fromCharCode(...bytes.subarray(index * part, (index + 1) * part)),
  )
  return btoa(texts.join(''))
}
