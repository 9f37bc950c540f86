import { defaultSettings } from '../rules.ts'

const { businessTimeZone } = defaultSettings

/** SQL for the business time zone: the stored setting, else the default. */
export const businessZone = `coalesce((
    select value #>> '{}' from settings where name = 'businessTimeZone'), '${businessTimeZone}')`
