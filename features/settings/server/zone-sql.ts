import { defaultSettings } from '../rules.ts'

const { businessTimeZone } = defaultSettings

/** The business time zone as a list asks for it: as it is set, else as it is from the start. */
export const businessZone = `coalesce((
    select value #>> '{}' from settings where name = 'businessTimeZone'), '${businessTimeZone}')`
