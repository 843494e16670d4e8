import { PartError } from '@yanshu/shell-api'

/**
 * A module that the host shares did not come. Every version of every remote asks for the same one, so none is to blame
 * and none is given up.
 */
export class SharedModuleError extends PartError {
  constructor({ class: errorClass, message, cause }: PartError) {
    super(errorClass, message, cause)
    this.name = 'SharedModuleError'
  }
}
