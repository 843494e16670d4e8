/// <reference path="../css.d.ts" />
import './layers.css'
import './tokens.css'
import './base.css'
