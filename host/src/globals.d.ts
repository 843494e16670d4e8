/// <reference path="../../shared/ui/src/css.d.ts" />

/** Given by the build. */
declare const __HOST_VERSION__: string
declare const __HOST_BUILD__: string
declare const __PROVIDED_VERSIONS__: Readonly<Record<string, string>>
