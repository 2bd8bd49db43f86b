import type { InjectionKey } from 'vue'
import type { EnvironmentId } from '#contract/models.ts'

/** What must be said of an environment wherever its badge stands, such as that a rehearsal is not inside the desk; provided by the frame, so that no screen can leave it out. */
export const environmentNote: InjectionKey<(id: EnvironmentId) => string | undefined> = Symbol('environment note')
