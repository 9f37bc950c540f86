import { useState } from 'react'
import type { User } from '#features/auth/contract.ts'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { UsersTable } from '#features/auth/ui/parts/UsersTable.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'

const PersonalDataDialog = lazyPart(
  async () =>
    (await import('#features/personal-data/ui/PersonalDataDialog.tsx')).PersonalDataDialog,
)

/** The users, with the export and the erasure of what is stored about them. */
export function UsersWithPersonalData({ me }: { me: User }) {
  const whyNot = useWhyNot()
  const [subject, setSubject] = useState<User>()
  const moreActions = (user: User) => [
    {
      label: 'Personal data…',
      whyNot: whyNot('personalData.manage'),
      run: () => setSubject(user),
    },
  ]
  return (
    <>
      <UsersTable me={me} moreActions={moreActions} />
      {subject && (
        <PersonalDataDialog
          subject={{
            kind: 'user',
            id: subject.id,
            code: subject.username,
            version: subject.version,
          }}
          onClose={() => setSubject(undefined)}
        />
      )}
    </>
  )
}
