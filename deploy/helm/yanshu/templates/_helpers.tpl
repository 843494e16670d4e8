{{- define "yanshu.name" -}}
{{- if contains "yanshu" .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-yanshu" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "yanshu.selector" -}}
app.kubernetes.io/name: yanshu
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{- define "yanshu.labels" -}}
{{ include "yanshu.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
{{- end -}}
