import { rooms } from './app/rooms.ts'
import { openApiDocument } from './platform/server/openapi/openapi.ts'
import { contracts } from './app/api-description/contracts.ts'
const t=performance.now()
const d:any = await openApiDocument(rooms({SIGN_UP:'open'} as any), {description:{rooms:contracts,problemCodes:{},parameters:{},examples:{},conflicts:{},version:'0.7.0'}})
const s=JSON.stringify(d)
console.log(s.length, Object.keys(d.paths).length, Object.keys(d.components.schemas).length, performance.now()-t)
import {writeFileSync} from 'node:fs'; import {brotliCompressSync,gzipSync} from 'node:zlib'
console.log('gz',gzipSync(s,{level:9}).length,'br',brotliCompressSync(s).length)
writeFileSync('/tmp/openapi-new.json',JSON.stringify(d,null,1))
